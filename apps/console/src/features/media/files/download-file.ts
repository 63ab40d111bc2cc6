import { follow } from '../../../api/calls/files/follow.ts'
import type { MediaFile } from './media-file.ts'

/** Has the browser save a file, by its link that needs no token. */
export function downloadFile({ link, name }: Pick<MediaFile, 'link' | 'name'>): void {
  if (link) follow(`${link}${link.includes('?') ? '&' : '?'}download=1`, name)
}
