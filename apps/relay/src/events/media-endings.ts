/** Endings of addresses that are images or videos. */
export const imageEndings = ['jpg', 'jpeg', 'png', 'gif', 'webp', 'avif', 'heic', 'heif', 'bmp', 'svg', 'tif', 'tiff']
export const videoEndings = ['mp4', 'webm', 'mov', 'm4v', 'mkv', 'avi', 'ogv']
