import { z } from 'zod'
import type { FilmPrograms } from './film-programs.ts'
import { type ProgramLimits, runProgram } from './run-program.ts'

export interface FilmFacts {
  /** Null if there is no moving picture. */
  readonly size: { readonly width: number; readonly height: number } | null
  readonly hasSound: boolean
  readonly durationMs: number | null
}

const probeLimits: ProgramLimits = { limitMs: 10_000, bytesMax: 256 * 1024, memoryBytesMax: 2 ** 30 }
const drawLimits: ProgramLimits = { limitMs: 30_000, bytesMax: 8 * 2 ** 20, memoryBytesMax: 2 ** 31 }

/** Formats that contain what they show. Playlists and image sequences name other files. */
const formats = [
  'mov',
  'mp4',
  'm4a',
  '3gp',
  '3g2',
  'matroska',
  'webm',
  'avi',
  'mpegts',
  'mpeg',
  'mpegvideo',
  'flv',
  'asf',
  // One picture in a file of its own.
  'bmp_pipe',
  'j2k_pipe',
  'ogg',
  'wav',
  'w64',
  'flac',
  'mp3',
  'aac',
  'aiff',
  'amr',
  'caf',
  'm4v',
]
/** A frame of at most 64 megapixels, no block of memory above 256 MB, no protocol but files (ffmpeg-formats, ffmpeg-protocols). */
const guards = [
  '-protocol_whitelist',
  'file,pipe',
  '-format_whitelist',
  formats.join(','),
  '-max_alloc',
  String(2 ** 28),
  '-max_pixels',
  '64000000',
]
const quiet = ['-nostdin', '-hide_banner', '-loglevel', 'quiet']
/** Larger than a thumbnail, so that it stays sharp. */
const drawnPixels = 640
/** Readable on light and dark alike. */
const waveColour = '0x1f9d93'

const probed = z.object({
  format: z.optional(z.object({ duration: z.optional(z.string()) })),
  streams: z.array(
    z.object({
      codec_type: z.optional(z.string()),
      width: z.optional(z.int().positive()),
      height: z.optional(z.int().positive()),
      duration: z.optional(z.string()),
      disposition: z.optional(z.object({ attached_pic: z.optional(z.int()) })),
      side_data_list: z.optional(z.array(z.object({ rotation: z.optional(z.number()) }))),
    }),
  ),
})
type Stream = z.infer<typeof probed>['streams'][number]

/** Reads films and sound of strangers with ffmpeg's programs, one process for each question. */
export class FilmReader {
  readonly #programs: FilmPrograms
  readonly #closing = new AbortController()

  constructor(programs: FilmPrograms) {
    this.#programs = programs
  }

  /** Throws if it is no film or sound that can and may be read. */
  async read(path: string): Promise<FilmFacts> {
    const entries = [
      'format=duration',
      'stream=codec_type,width,height,duration',
      'stream_disposition=attached_pic',
      'stream_side_data=rotation',
    ]
    const args = ['-v', 'quiet', ...guards, '-of', 'json', '-show_entries', entries.join(':'), '-i', `file:${path}`]
    const answer = await runProgram(this.#programs.ffprobe, args, { ...probeLimits, signal: this.#closing.signal })
    const { streams, format } = probed.parse(JSON.parse(answer.toString('utf8')))
    const film = streams.find(isFilm)
    const sound = streams.find(({ codec_type }) => codec_type === 'audio')
    const duration = [format, film, sound].map(part => readDuration(part?.duration)).find(known => known !== null)
    return { size: film ? shownSize(film) : null, hasSound: sound !== undefined, durationMs: duration ?? null }
  }

  /** A PNG of a frame near the beginning, upright. Throws if there is none. */
  async drawPoster(path: string, durationMs: number | null): Promise<Buffer> {
    const atSeconds = Math.min((durationMs ?? 0) / 10_000, 10)
    const frame = await this.#drawFrame(path, atSeconds)
    // Few key frames: none behind the place.
    const found = frame.length > 0 || atSeconds === 0 ? frame : await this.#drawFrame(path, 0)
    if (found.length === 0) throw new Error('the film has no frame that can be read')
    return found
  }

  /** A PNG of how loud it is, on a transparent ground. Throws if it cannot be read in time. */
  async drawWaveform(path: string): Promise<Buffer> {
    const size = `${drawnPixels}x${drawnPixels / 2}`
    const wave = `showwavespic=s=${size}:split_channels=0:scale=sqrt:draw=full:colors=${waveColour}`
    const filter = ['-filter_complex', `[0:a:0]aformat=channel_layouts=mono,${wave}`]
    return this.#draw([...this.#from(path), '-vn', ...filter, '-frames:v', '1'])
  }

  close(): void {
    this.#closing.abort()
  }

  #drawFrame(path: string, atSeconds: number): Promise<Buffer> {
    const scale = `scale=${drawnPixels}:${drawnPixels}:force_original_aspect_ratio=decrease`
    const from = ['-ss', atSeconds.toFixed(3), '-noaccurate_seek', ...this.#from(path)]
    return this.#draw([...from, '-map', '0:V:0', '-an', '-sn', '-dn', '-frames:v', '1', '-vf', scale])
  }

  #from(path: string): string[] {
    return ['-threads', '1', ...guards, '-i', `file:${path}`]
  }

  #draw(args: readonly string[]): Promise<Buffer> {
    const out = ['-threads', '1', '-c:v', 'png', '-f', 'image2pipe', 'pipe:1']
    return runProgram(this.#programs.ffmpeg, [...quiet, '-filter_threads', '1', ...args, ...out], {
      ...drawLimits,
      signal: this.#closing.signal,
    })
  }
}

/** A cover is a picture, too. */
const isFilm = ({ codec_type, width, height, disposition }: Stream): boolean =>
  codec_type === 'video' && width !== undefined && height !== undefined && disposition?.attached_pic !== 1

function shownSize({ width = 0, height = 0, side_data_list = [] }: Stream): { width: number; height: number } {
  const turned = side_data_list.some(({ rotation = 0 }) => Math.abs(rotation) % 180 === 90)
  return turned ? { width: height, height: width } : { width, height }
}

const longestSeconds = 365 * 86_400

/** Seconds as a text (`12.345`) in milliseconds; null for what is no length. */
function readDuration(text: string | undefined): number | null {
  const seconds = Number(text)
  return seconds > 0 && seconds < longestSeconds ? Math.round(seconds * 1000) : null
}
