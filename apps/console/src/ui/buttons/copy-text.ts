/** True once copied. Over plain http there is no clipboard API; then a selection is used. */
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
