/** The chunk of a page could not be had: after an update the server no longer has files of the old build. Browsers word it differently. */
export function isOutdated(error: unknown): boolean {
  const text = error instanceof Error ? error.message : ''
  return /dynamically imported module|importing a module script failed|unable to preload css/i.test(text)
}
