/** Returns the submit button of a form. `form.elements` also finds one outside the form, in a dialog's footer. */
export function submitButton(form: HTMLFormElement | null): HTMLElement | undefined {
  const button = [...(form?.elements ?? [])].find((element) => element.matches("[type=submit]"));
  return button instanceof HTMLElement ? button : undefined;
}
