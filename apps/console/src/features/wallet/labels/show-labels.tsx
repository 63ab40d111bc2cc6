import { Tag } from 'lucide-react'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import type { Labels } from './use-labels.ts'

interface ShowLabelsProps {
  readonly labels: Labels
  /** Why the user cannot sign in there. */
  readonly refusal?: string | undefined
}

/** Replaces labels while nobody is signed in to the wallet. */
export function ShowLabels({ labels, refusal }: ShowLabelsProps) {
  const { t } = useTexts()
  if (!labels.isHidden) return null
  return (
    <div>
      <Button
        size="small"
        variant="ghost"
        icon={Tag}
        loading={labels.isShowing}
        disabled={refusal !== undefined}
        onClick={labels.show}
        className="-ml-3 w-fit"
      >
        {t('wallet.labels.show')}
      </Button>
      {refusal && <p className="text-caption text-muted">{refusal}</p>}
    </div>
  )
}
