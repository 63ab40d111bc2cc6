import { AccountMailsCard } from './account-mails-card.tsx'
import { ChannelsCard } from './channels-card.tsx'
import { QuietCard } from './quiet-card.tsx'
import { TargetsCard } from './targets-card.tsx'

export function NotificationsPage() {
  return (
    <>
      <ChannelsCard />
      <TargetsCard />
      <QuietCard />
      <AccountMailsCard />
    </>
  )
}
