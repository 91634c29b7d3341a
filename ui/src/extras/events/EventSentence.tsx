export { Sentence as default } from "./Sentence";
