import type { CameraData } from '@hornets/contract/admin/files/catalogue'
import { MapPin } from 'lucide-react'
import { useTexts } from '../../../i18n/texts.ts'
import { formatDateTime } from '../../../ui/text/format.ts'
import { cameraName, exposureParts } from './camera.ts'
import { Fact } from './fact.tsx'

/** What the camera wrote into a picture, and whether everybody who has the file learns where it was taken. */
export function CameraFacts({ camera }: { readonly camera: CameraData }) {
  const { t } = useTexts()
  const name = cameraName(camera)
  const exposure = exposureParts(camera)
  return (
    <>
      {name && <Fact label={t('media.details.camera')}>{name}</Fact>}
      {camera.lens && <Fact label={t('media.details.lens')}>{camera.lens}</Fact>}
      {exposure.length > 0 && <Fact label={t('media.details.exposure')}>{exposure.join(' · ')}</Fact>}
      {camera.takenAt && <Fact label={t('media.details.taken')}>{formatDateTime(camera.takenAt)}</Fact>}
      {camera.hasPlace && (
        <Fact label={t('media.details.place')}>
          <span className="flex items-center gap-1.5">
            <MapPin size={14} aria-hidden className="flex-none text-warn" />
            {t('media.details.hasPlace')}
          </span>
        </Fact>
      )}
    </>
  )
}
