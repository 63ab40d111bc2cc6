import sharp from 'sharp'

// Only formats that store pixels. SVG, PDF and ImageMagick's formats can open other files or run code.
sharp.block({ operation: ['VipsForeignLoad'] })
const formats = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Tiff', 'Jxl', 'Jp2k']
sharp.unblock({ operation: [...formats.map(name => `VipsForeignLoad${name}File`), 'VipsForeignLoadWebpBuffer'] })
sharp.cache(false)
sharp.concurrency(1)

/** Maximum number of pixels in a JPEG, of all formats the one with most. */
export const jpegPixelsMax = 256_000_000

/** How strangers' pictures are read; callers check the pixels of other formats. */
export const readable = { limitInputPixels: jpegPixelsMax, failOn: 'error', sequentialRead: true } as const

/** sharp, which here reads only formats that store pixels. For processes of their own. */
export { sharp as safeSharp }
