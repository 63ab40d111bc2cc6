/** Lets the browser save the file at a path; it continues when the page is left. */
export function follow(path: string, name: string): void {
  const anchor = document.createElement('a')
  anchor.href = path
  anchor.download = name
  anchor.click()
}
