/** Scrolls to the first invalid field once it is rendered: on a phone it can be hidden by the keyboard. */
export const focusInvalid = (form: HTMLFormElement): void => {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
}
