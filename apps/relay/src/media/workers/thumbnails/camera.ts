import type { CameraData } from '@hornets/contract/admin/files/catalogue'
import { cleanWords } from '@hornets/contract/text/clean-words'
import readExif from 'exif-reader'

const exifBytesMax = 256 * 1024
const shownCharacters = 100

interface CameraBlocks {
  readonly exif?: Buffer | undefined
  readonly xmp?: Buffer | undefined
}

/** What a camera wrote into a picture. Null if it wrote nothing that is shown, or nothing readable. */
export function cameraOf({ exif, xmp }: CameraBlocks): CameraData | null {
  const { Image, Photo, GPSInfo } = blocksOf(exif)
  const camera = {
    make: text(Image.Make),
    model: text(Image.Model),
    lens: text(Photo.LensModel),
    exposureSeconds: amount(Photo.ExposureTime),
    aperture: amount(Photo.FNumber),
    iso: rounded(amount(first(Photo.ISOSpeedRatings ?? Photo.PhotographicSensitivity))),
    focalMm: amount(Photo.FocalLength),
    takenAt: moment(Photo.DateTimeOriginal),
    hasPlace: 'GPSLatitude' in GPSInfo || (xmp?.includes('GPSLatitude') ?? false),
  }
  const isEmpty = Object.values(camera).every(value => value === '' || value === null || value === false)
  return isEmpty ? null : camera
}

type Block = Readonly<Record<string, unknown>>

/** Empty where they are missing or broken: that is no reason against a thumbnail. */
function blocksOf(exif: Buffer | undefined): { Image: Block; Photo: Block; GPSInfo: Block } {
  const { Image, Photo, GPSInfo } = tagsOf(exif)
  return { Image: Image ?? {}, Photo: Photo ?? {}, GPSInfo: GPSInfo ?? {} }
}

function tagsOf(exif: Buffer | undefined): Partial<ReturnType<typeof readExif>> {
  if (!exif || exif.length > exifBytesMax) return {}
  try {
    return readExif(exif)
  } catch {
    return {}
  }
}

const text = (value: unknown) => (typeof value === 'string' ? cleanWords(value).slice(0, shownCharacters) : '')

const first = (value: unknown) => (Array.isArray(value) ? value[0] : value)

const amount = (value: unknown) => (typeof value === 'number' && value > 0 && value < 1e9 ? value : null)

const rounded = (value: number | null) => (value === null ? null : Math.round(value))

/** As the camera's clock showed it; EXIF rarely knows the time zone. */
function moment(value: unknown): string | null {
  return value instanceof Date && !Number.isNaN(value.getTime()) && value.getUTCFullYear() > 1900
    ? value.toISOString().slice(0, 19)
    : null
}
