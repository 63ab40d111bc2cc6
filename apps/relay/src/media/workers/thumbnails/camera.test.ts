import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { cameraOf } from './camera.ts'

const picture = () => sharp({ create: { width: 8, height: 8, channels: 3, background: '#888' } })
const blocksWith = async (exif: Parameters<ReturnType<typeof picture>['withExif']>[0]) =>
  sharp(await picture().withExif(exif).jpeg().toBuffer()).metadata()

describe('camera data', () => {
  it('is undefined without camera data or if it is unreadable', async () => {
    expect(cameraOf({})).toBeNull()
    expect(cameraOf(await sharp(await picture().jpeg().toBuffer()).metadata())).toBeNull()
    expect(cameraOf({ exif: randomBytes(300) })).toBeNull()
    expect(cameraOf({ exif: Buffer.concat([Buffer.from('Exif\0\0II*\0'), Buffer.alloc(300, 255)]) })).toBeNull()
    expect(cameraOf({ exif: Buffer.alloc(300_000) })).toBeNull()
  })

  it('tells camera, lens, exposure, time, and whether there is a place', async () => {
    const blocks = await blocksWith({
      IFD0: { Make: 'Hornet\u0007', Model: ' H-1 ' },
      IFD2: {
        LensModel: 'Sting 50 mm',
        ExposureTime: '1/250',
        FNumber: '28/10',
        ISOSpeedRatings: '400',
        FocalLength: '50/1',
        DateTimeOriginal: '2026:08:30 12:34:56',
      },
      IFD3: { GPSLatitude: '48/1 12/1 0/1', GPSLatitudeRef: 'N' },
    })
    expect(cameraOf(blocks)).toEqual({
      make: 'Hornet',
      model: 'H-1',
      lens: 'Sting 50 mm',
      exposureSeconds: 0.004,
      aperture: 2.8,
      iso: 400,
      focalMm: 50,
      takenAt: '2026-08-30T12:34:56',
      hasPlace: true,
    })
  })

  it('of a nonsensical kind is left out, and long words are cut', async () => {
    const blocks = await blocksWith({ IFD0: { Make: 'H'.repeat(500) }, IFD2: { ExposureTime: '1/0', FNumber: '0/1' } })
    expect(cameraOf(blocks)).toMatchObject({ make: 'H'.repeat(100), exposureSeconds: null, aperture: null })
  })

  it('a place can be in XMP alone', () => {
    expect(cameraOf({ xmp: Buffer.from('<rdf exif:GPSLatitude="48,12N"/>') })).toMatchObject({
      make: '',
      hasPlace: true,
    })
  })
})
