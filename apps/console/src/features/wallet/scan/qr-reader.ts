/** The part of the Barcode Detection API that is used here (WICG Shape Detection); TypeScript does not know it. */
interface QrReader {
  detect(image: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>
}

interface QrReaderClass {
  new (options: { readonly formats: readonly string[] }): QrReader
  getSupportedFormats(): Promise<readonly string[]>
}

const classOf = () => (globalThis as { readonly BarcodeDetector?: QrReaderClass }).BarcodeDetector

/** Has this browser a camera to ask for, and does it read QR codes by itself? Nothing is loaded for those that do not. */
export async function canScan(): Promise<boolean> {
  const found = classOf()
  // Missing on pages over plain http.
  if (!found || !('mediaDevices' in navigator)) return false
  return found.getSupportedFormats().then(
    formats => formats.includes('qr_code'),
    () => false,
  )
}

/** Throws where `canScan` says no. */
export function createQrReader(): QrReader {
  const found = classOf()
  if (!found) throw new Error('expected a browser that reads QR codes')
  return new found({ formats: ['qr_code'] })
}
