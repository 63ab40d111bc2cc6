import { useState } from 'react'
import { useTexts } from '../../../i18n/texts.ts'
import { Card } from '../../../ui/content/card.tsx'
import { OldServerForm, type Visit } from './old-server-form.tsx'
import { TakeForm } from './take-form.tsx'

export function MovingCard({ onBegun }: { readonly onBegun: () => void }) {
  const { t } = useTexts()
  const [visit, setVisit] = useState<Visit>()
  const leave = () => setVisit(undefined)
  const begun = () => {
    leave()
    onBegun()
  }
  return (
    <Card title={t('moving.hornets')} description={t('moving.hornetsText')}>
      {visit ? <TakeForm visit={visit} onBegun={begun} onLeave={leave} /> : <OldServerForm onVisit={setVisit} />}
    </Card>
  )
}
