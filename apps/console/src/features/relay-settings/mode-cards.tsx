import { ListChecks, ListX } from 'lucide-react'
import { useTexts } from '../../i18n/texts.ts'
import { RadioCards } from '../../ui/forms/radio-cards.tsx'
import type { Mode } from './admission.ts'

interface ModeCardsProps {
  readonly mode: Mode
  readonly onModeChange: (mode: Mode) => void
  readonly disabled?: boolean
}

export function ModeCards({ mode, onModeChange, disabled }: ModeCardsProps) {
  const { t } = useTexts()
  return (
    <RadioCards
      label={t('relaySettings.mode.title')}
      value={mode}
      onValueChange={onModeChange}
      disabled={disabled}
      cards={[
        {
          value: 'blacklist',
          icon: ListX,
          title: t('relaySettings.mode.blacklist'),
          description: t('relaySettings.mode.blacklistMeaning'),
        },
        {
          value: 'whitelist',
          icon: ListChecks,
          title: t('relaySettings.mode.whitelist'),
          description: t('relaySettings.mode.whitelistMeaning'),
        },
      ]}
    />
  )
}
