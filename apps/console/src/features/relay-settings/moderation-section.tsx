import { Eye, EyeOff } from 'lucide-react'
import { useTexts } from '../../i18n/texts.ts'
import { Card } from '../../ui/content/card.tsx'
import { RadioCards } from '../../ui/forms/radio-cards.tsx'
import type { Admission } from './admission.ts'

interface ModerationSectionProps {
  readonly draft: Admission
  readonly onChange: (draft: Admission) => void
}

/** Who sees an event while its images wait for their check (MODERATE-30). */
export function ModerationSection({ draft, onChange }: ModerationSectionProps) {
  const { t } = useTexts()
  return (
    <Card title={t('relaySettings.moderation.title')}>
      <div className="mt-4">
        <RadioCards
          label={t('relaySettings.moderation.title')}
          value={draft.moderationMode}
          onValueChange={moderationMode => onChange({ ...draft, moderationMode })}
          cards={[
            {
              value: 'strict',
              icon: EyeOff,
              title: t('relaySettings.moderation.strict'),
              description: t('relaySettings.moderation.strictMeaning'),
            },
            {
              value: 'passive',
              icon: Eye,
              title: t('relaySettings.moderation.passive'),
              description: t('relaySettings.moderation.passiveMeaning'),
            },
          ]}
        />
      </div>
    </Card>
  )
}
