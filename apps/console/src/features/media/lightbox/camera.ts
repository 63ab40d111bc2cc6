import type { CameraData } from '@hornets/contract/admin/files/catalogue'
import { formatNumber } from '../../../ui/text/format.ts'

/** `Canon EOS R6`: makers often repeat their name in the model. */
export function cameraName({ make, model }: Pick<CameraData, 'make' | 'model'>): string {
  const repeats = model.toLowerCase().startsWith(make.split(' ', 1)[0]?.toLowerCase() ?? '')
  return repeats ? model || make : `${make} ${model}`
}

/** `1/250 s`, `f/2.8`, `ISO 400`, `50 mm`, as far as they are known. */
export function exposureParts({ exposureSeconds, aperture, iso, focalMm }: CameraData): string[] {
  const number = (value: number) => formatNumber(value, { maximumFractionDigits: 1 })
  const parts = [
    exposureSeconds !== null && `${writeExposure(exposureSeconds)} s`,
    aperture !== null && `f/${number(aperture)}`,
    iso !== null && `ISO ${iso}`,
    focalMm !== null && `${number(focalMm)} mm`,
  ]
  return parts.filter(part => part !== false)
}

const writeExposure = (seconds: number) =>
  seconds < 0.4 ? `1/${Math.round(1 / seconds)}` : formatNumber(seconds, { maximumFractionDigits: 1 })
