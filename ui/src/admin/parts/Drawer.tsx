import { Dialog } from "@shared/components/Dialog";
import type { ComponentProps } from "react";
import * as css from "./drawer.module.css";

/** A dialog at the right edge, beside the facts that it is about. */
export const Drawer = (props: ComponentProps<typeof Dialog>) => <Dialog className={css.drawer} keepsOpen {...props} />;
