/** Leads to the first field that is wrong, once it is drawn so: on a phone it may lie under the keyboard or above the screen. */
export const focusInvalid = (form: HTMLFormElement): void => {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
}
