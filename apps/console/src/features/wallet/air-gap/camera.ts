/** Why the camera shows nothing. */
export type CameraErrorCode = 'insecure' | 'denied' | 'missing' | 'busy'

const codes: Readonly<Record<string, CameraErrorCode>> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
}

/** The rear camera if there is one. Throws CameraError. */
export async function openCamera(): Promise<MediaStream> {
  // Browsers offer no camera to pages without TLS.
  const devices = navigator.mediaDevices as MediaDevices | undefined
  if (!devices) throw new CameraError('insecure')
  try {
    return await devices.getUserMedia({
      audio: false,
      video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 } },
    })
  } catch (error) {
    throw new CameraError((error instanceof Error && codes[error.name]) || 'busy')
  }
}

export class CameraError extends Error {
  readonly code: CameraErrorCode

  constructor(code: CameraErrorCode) {
    super(code)
    this.code = code
  }
}

/** The texts of codes in a camera picture. */
export type CodeReader = (video: HTMLVideoElement) => Promise<readonly string[]>

interface Detector {
  detect(source: CanvasImageSource): Promise<readonly { readonly rawValue: string }[]>
}
interface DetectorClass {
  new (options: { formats: readonly string[] }): Detector
  getSupportedFormats(): Promise<readonly string[]>
}

/** The browser's own reader if available, else one loaded for this. */
export async function openCodeReader(): Promise<CodeReader> {
  const own = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector
  const formats: readonly string[] = (await own?.getSupportedFormats().catch(() => undefined)) ?? []
  if (own && formats.includes('qr_code')) {
    const detector = new own({ formats: ['qr_code'] })
    return async video => (await detector.detect(video)).map(({ rawValue }) => rawValue)
  }
  const { default: decodeQr } = await import('qr/decode.js')
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  return async video => {
    const { videoWidth, videoHeight } = video
    if (!context || videoWidth === 0) return []
    // More pixels take longer without benefit.
    const scale = Math.min(1, pointsMax / Math.max(videoWidth, videoHeight))
    canvas.width = Math.round(videoWidth * scale)
    canvas.height = Math.round(videoHeight * scale)
    context.drawImage(video, 0, 0, canvas.width, canvas.height)
    try {
      return [decodeQr(context.getImageData(0, 0, canvas.width, canvas.height))]
    } catch {
      return []
    }
  }
}

const pointsMax = 800
