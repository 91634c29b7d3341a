import { Icon } from "../parts/Icon";

/** The error of a whole form. */
export function Problem({ text }: { text: string }) {
  return (
    <div role="alert">
      {text && (
        <p className="error">
          <Icon name="alert" />
          {text}
        </p>
      )}
    </div>
  );
}
