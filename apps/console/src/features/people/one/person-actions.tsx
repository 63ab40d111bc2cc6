import { unblockPubkey } from '@hornets/contract/admin/access'
import { putAccessEntries, removeAccessEntries } from '@hornets/contract/admin/access-lists'
import type { PersonDetails, PersonQuota } from '@hornets/contract/admin/accounts/people'
import { Gauge, LockOpen, Send, ShieldBan, ShieldCheck, ShieldMinus } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../../api/calls/api.ts'
import { failureText } from '../../../api/calls/failure-text.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { BlockPersonDialog, blockAgain } from './block-person-dialog.tsx'
import { MessageDialog } from './message-dialog.tsx'
import { noQuota, QuotaDialog, saveQuota } from './quota-dialog.tsx'

interface PersonActionsProps {
  readonly details: PersonDetails
  readonly onChanged: () => void
}

const list = 'allowed-pubkeys'

export function PersonActions({ details, onChanged }: PersonActionsProps) {
  const { t } = useTexts()
  const { person, block, can_write } = details
  const { pubkey } = person
  const [dialog, setDialog] = useState<'block' | 'quota' | 'write'>()
  const isAllowed = person.status.includes('allowed')
  const decide = useDeciding(onChanged)
  const unblock = () => api.call(unblockPubkey, { params: { pubkey } })
  const allow = () => api.call(putAccessEntries, { params: { list }, body: { entries: [{ value: pubkey }] } })
  const disallow = () => api.call(removeAccessEntries, { params: { list }, body: { values: [pubkey] } })
  return (
    <div className="flex flex-wrap gap-2">
      {block ? (
        <Button
          icon={LockOpen}
          onClick={() => void decide(t('people.one.unblocked'), unblock, () => blockAgain(pubkey, block))}
        >
          {t('people.one.unblock')}
        </Button>
      ) : (
        <Button icon={ShieldBan} onClick={() => setDialog('block')}>
          {t('people.one.block')}
        </Button>
      )}
      {isAllowed ? (
        <Button icon={ShieldMinus} onClick={() => void decide(t('people.one.disallowed'), disallow, allow)}>
          {t('people.one.disallow')}
        </Button>
      ) : (
        <Button icon={ShieldCheck} onClick={() => void decide(t('people.one.allowed'), allow, disallow)}>
          {t('people.one.allow')}
        </Button>
      )}
      <Button icon={Gauge} onClick={() => setDialog('quota')}>
        {t('people.one.quota')}
      </Button>
      {can_write && (
        <Button icon={Send} onClick={() => setDialog('write')}>
          {t('people.one.write')}
        </Button>
      )}
      {dialog === 'block' && (
        <BlockPersonDialog
          pubkey={pubkey}
          onClose={() => setDialog(undefined)}
          onBlock={work => decide(t('people.one.blocked'), work, unblock)}
        />
      )}
      {dialog === 'quota' && <OwnQuota details={details} decide={decide} onClose={() => setDialog(undefined)} />}
      {dialog === 'write' && <MessageDialog pubkey={pubkey} onClose={() => setDialog(undefined)} onSent={onChanged} />}
    </div>
  )
}

interface OwnQuotaProps {
  readonly details: PersonDetails
  readonly decide: ReturnType<typeof useDeciding>
  readonly onClose: () => void
}

function OwnQuota({ details: { person, quota }, decide, onClose }: OwnQuotaProps) {
  const { t } = useTexts()
  const save = (next: PersonQuota | null, reason?: string) => saveQuota(person.pubkey, next ?? noQuota, reason)
  return (
    <QuotaDialog
      quota={quota}
      onClose={onClose}
      onSet={(next, reason) =>
        decide(
          t('people.one.quotaSaved'),
          () => save(next, reason),
          () => save(quota),
        )
      }
    />
  )
}

function useDeciding(onChanged: () => void) {
  const { t } = useTexts()
  return async (done: string, work: () => Promise<unknown>, undo: () => Promise<unknown>): Promise<void> => {
    const takeBack = async () => {
      await undo()
      toast.success(t('people.one.undone'))
      onChanged()
    }
    const onClick = () => void takeBack().catch(error => toast.error(failureText(error)))
    try {
      await work()
      toast.success(done, { action: { label: t('people.one.undo'), onClick } })
    } catch (error) {
      toast.error(failureText(error))
    }
    onChanged()
  }
}
