import { Eye, RotateCcwKey, Sparkles } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { RadioCards } from '../../../ui/forms/radio-cards.tsx'
import { Step } from '../parts/step.tsx'

const modes = ['create', 'restore', 'watch'] as const
export type Mode = (typeof modes)[number]

const icons = { create: Sparkles, restore: RotateCcwKey, watch: Eye } as const

export function ChooseStep({ onChoose }: { readonly onChoose: (mode: Mode) => void }) {
  const { t } = useTexts()
  const [mode, setMode] = useState<Mode>('create')
  return (
    <Step
      title={t('wallet.setUp.chooseTitle')}
      actions={
        <Button variant="primary" onClick={() => onChoose(mode)}>
          {t('wallet.send.continue')}
        </Button>
      }
    >
      <RadioCards
        stacked
        label={t('wallet.setUp.chooseTitle')}
        value={mode}
        onValueChange={setMode}
        cards={modes.map(value => ({
          value,
          title: t(`wallet.setUp.${value}.title`),
          description: t(`wallet.setUp.${value}.text`),
          icon: icons[value],
        }))}
      />
    </Step>
  )
}
