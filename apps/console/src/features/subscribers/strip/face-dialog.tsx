import { Check, Copy } from 'lucide-react'
import { dataLimitText } from '../../../i18n/contract-texts.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Person } from '../../../person/person.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { useCopied } from '../../../ui/buttons/use-copied.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { formatLongDay } from '../../../ui/text/format.ts'
import type { Face } from './faces.ts'
import { useFacePicture } from './use-face-picture.ts'

interface FaceDialogProps {
  readonly face: Face
  readonly open: boolean
  readonly onClose: () => void
}

export function FaceDialog({ face, open, onClose }: FaceDialogProps) {
  const { t } = useTexts()
  const { subscriptionTier: tier, subscribedSince: since } = face.metadata ?? {}
  const picture = useFacePicture(face)
  const hasSince = since !== undefined && Date.parse(since) > 0
  return (
    <Dialog open={open} onOpenChange={next => !next && onClose()} title={t('subscribers.profile.title')}>
      <div className="grid gap-4">
        <Person
          pubkey={face.pubkey}
          named={face.name?.trim()}
          picture={picture}
          fallback={t('subscribers.anonymous')}
          size="large"
        />
        {face.about && (
          <p dir="auto" className="max-h-60 overflow-y-auto whitespace-pre-wrap break-words">
            {face.about}
          </p>
        )}
        <dl className="grid gap-3">
          <div>
            <dt className="text-caption text-muted">{t('subscribers.profile.key')}</dt>
            <dd className="flex flex-wrap items-center gap-2">
              <code title={face.pubkey} className="font-mono text-small">
                {face.pubkey.slice(0, 8)}…{face.pubkey.slice(-8)}
              </code>
              <CopyKey key={face.pubkey} pubkey={face.pubkey} />
            </dd>
          </div>
          {tier && (
            <div>
              <dt className="text-caption text-muted">{t('subscribers.profile.tier')}</dt>
              <dd>{dataLimitText(tier)}</dd>
            </div>
          )}
          {hasSince && (
            <div>
              <dt className="text-caption text-muted">{t('subscribers.profile.since')}</dt>
              <dd>{formatLongDay(since)}</dd>
            </div>
          )}
        </dl>
      </div>
    </Dialog>
  )
}

function CopyKey({ pubkey }: { readonly pubkey: string }) {
  const { t } = useTexts()
  const [copied, copy] = useCopied()
  async function copyKey(): Promise<void> {
    if (await copy(pubkey)) toast.success(t('subscribers.profile.keyCopied'))
    else toast.error(t('subscribers.profile.keyNotCopied'))
  }
  return (
    <Button size="small" icon={copied ? Check : Copy} onClick={() => void copyKey()}>
      {copied ? t('ui.copied') : t('ui.copy')}
    </Button>
  )
}
