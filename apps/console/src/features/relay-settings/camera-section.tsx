import { useTexts } from '../../i18n/texts.ts'
import { Card } from '../../ui/content/card.tsx'
import { Switch } from '../../ui/forms/switch.tsx'
import type { Admission } from './admission.ts'

interface CameraSectionProps {
  readonly draft: Admission
  readonly onChange: (draft: Admission) => void
}

export function CameraSection({ draft, onChange }: CameraSectionProps) {
  const { t } = useTexts()
  return (
    <Card title={t('relaySettings.camera.title')}>
      <Switch
        label={t('relaySettings.camera.strip')}
        description={t('relaySettings.camera.stripText')}
        checked={draft.stripCameraData}
        onCheckedChange={stripCameraData => onChange({ ...draft, stripCameraData })}
        className="mt-4 max-w-160"
      />
    </Card>
  )
}
