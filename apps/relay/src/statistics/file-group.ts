export type FileGroup = 'photos' | 'videos' | 'audio' | 'misc'

/** `image/*`, `video/*`, `audio/*`; everything else is misc. `mime` is lower case. */
export function fileGroup(mime: string): FileGroup {
  if (mime.startsWith('image/')) return 'photos'
  if (mime.startsWith('video/')) return 'videos'
  if (mime.startsWith('audio/')) return 'audio'
  return 'misc'
}
