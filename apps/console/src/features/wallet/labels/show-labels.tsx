import { Tag } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import type { Labels } from './use-labels.ts'

/** Stands where labels would be while nobody has signed in at the wallet. */
export function ShowLabels({ labels }: { readonly labels: Labels }) {
  const { t } = useTranslation()
  if (!labels.isHidden) return null
  return (
    <Button
      size="small"
      variant="ghost"
      icon={Tag}
      loading={labels.isShowing}
      onClick={labels.show}
      className="-ml-3 w-fit"
    >
      {t('wallet.labels.show')}
    </Button>
  )
}
