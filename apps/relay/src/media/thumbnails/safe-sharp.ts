import sharp from 'sharp'
import { picturePixelsMax } from './thumbnail.ts'

// Only formats that store pixels. SVG, PDF and ImageMagick's formats can open other files or run code.
sharp.block({ operation: ['VipsForeignLoad'] })
const formats = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Tiff', 'Jxl', 'Jp2k']
// A thumbnail's own WebP is read again, from memory.
sharp.unblock({ operation: [...formats.map(name => `VipsForeignLoad${name}File`), 'VipsForeignLoadWebpBuffer'] })
sharp.cache(false)
sharp.concurrency(1)

/** How strangers' pictures are read. */
export const readable = { limitInputPixels: picturePixelsMax, failOn: 'error', sequentialRead: true } as const

/** sharp, which here reads only formats that store pixels. For processes of their own. */
export { sharp as safeSharp }
