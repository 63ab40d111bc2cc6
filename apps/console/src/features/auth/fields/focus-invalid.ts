/** Frames within which React renders what is wrong: usually before the next one, later on a busy machine. */
const framesMax = 30

/** Scrolls to the first invalid field once it is rendered: on a phone it can be hidden by the keyboard. */
export function focusInvalid(form: HTMLFormElement, frames = framesMax): void {
  requestAnimationFrame(() => {
    const field = form.querySelector<HTMLElement>('[aria-invalid=true]')
    if (field) field.focus()
    else if (frames > 1) focusInvalid(form, frames - 1)
  })
}
