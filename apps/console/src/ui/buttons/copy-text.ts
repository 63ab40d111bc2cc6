/** True when it is on the clipboard. Over plain http the clipboard is closed; then the old way through a selection. */
export async function copyText(value: string): Promise<boolean> {
  if (navigator.clipboard) {
    return navigator.clipboard.writeText(value).then(
      () => true,
      () => false,
    )
  }
  const area = document.createElement('textarea')
  area.value = value
  document.body.append(area)
  area.select()
  const done = document.execCommand('copy')
  area.remove()
  return done
}
