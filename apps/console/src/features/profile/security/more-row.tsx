import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'

interface MoreRowProps {
  /** How many the next step shows; 0 renders nothing. */
  readonly more: number
  readonly onMore: () => void
}

/** The end of a list that continues. */
export function MoreRow({ more, onMore }: MoreRowProps) {
  const { t } = useTexts()
  if (more === 0) return null
  return (
    <li className="flex justify-center border-line border-b p-2 last:border-b-0">
      <Button size="small" variant="ghost" onClick={onMore}>
        {t('profile.more', { count: more })}
      </Button>
    </li>
  )
}
