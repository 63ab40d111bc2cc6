import type { MediaFile } from './media-file.ts'

/** Has the browser save a file, by its link that needs no token. */
export function downloadFile({ link, name }: Pick<MediaFile, 'link' | 'name'>): void {
  if (link) follow(`${link}${link.includes('?') ? '&' : '?'}download=1`, name)
}

/** Lets the browser save the file at a path; it continues when the page is left. */
export function follow(path: string, name: string): void {
  const anchor = document.createElement('a')
  anchor.href = path
  anchor.download = name
  anchor.click()
}
