import { access, constants } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'

export interface FilmPrograms {
  readonly ffmpeg: string
  readonly ffprobe: string
}

/** Looks in these folders, in order (PATH). Null unless both programs are found. */
export async function findFilmPrograms(folders: readonly string[]): Promise<FilmPrograms | null> {
  const [ffmpeg, ffprobe] = await Promise.all([find('ffmpeg', folders), find('ffprobe', folders)])
  return ffmpeg && ffprobe ? { ffmpeg, ffprobe } : null
}

async function find(name: string, folders: readonly string[]): Promise<string | null> {
  // A relative folder would depend on where the relay was started.
  for (const folder of folders.filter(isAbsolute)) {
    const path = join(folder, name)
    if (
      await access(path, constants.X_OK).then(
        () => true,
        () => false,
      )
    )
      return path
  }
  return null
}
