import {
  grantMethods,
  listMethodGrants,
  type MethodGrant,
  revokeMethods,
} from '@hornets/contract/admin/accounts/method-grants'
import { useQuery } from '@tanstack/react-query'
import { KeyRound, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { api } from '../../../api/calls/api.ts'
import { formFailureText } from '../../../api/calls/failure-text.ts'
import { cached } from '../../../api/queries/cached.ts'
import { npubOf, readPubkey } from '../../../api/signers/pubkey.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Person } from '../../../person/person.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Card } from '../../../ui/content/card.tsx'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '../../../ui/content/table.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { RowsSkeleton } from '../../../ui/states/rows-skeleton.tsx'
import { formatDateTime } from '../../../ui/text/format.ts'
import { shortenMiddle } from '../../../ui/text/shorten.ts'
import { useAttempt } from './use-attempt.ts'
import { useClosing } from './use-closing.ts'

/** Single methods of the management API (NIP-86) for keys beside their role; owners give them. */
export function MethodGrants() {
  const { t } = useTexts()
  const attempt = useAttempt()
  const [isAdding, setAdding] = useState(false)
  const query = useQuery({
    ...cached(listMethodGrants),
    queryFn: ({ signal }) => api.call(listMethodGrants, { signal }),
  })
  const { grants = [], methods = [] } = query.data ?? {}
  const remove = ({ pubkey, method }: MethodGrant) => {
    const body = { pubkey, methods: [method] }
    return attempt(() => api.call(revokeMethods, { body }), {
      text: t('access.grants.revoked'),
      undo: () => api.call(grantMethods, { body }),
    })
  }
  return (
    <Card
      title={t('access.grants.title')}
      description={t('access.grants.text')}
      aside={
        <Button icon={KeyRound} onClick={() => setAdding(true)}>
          {t('access.grants.new')}
        </Button>
      }
      wideAside
    >
      {query.isPending && <RowsSkeleton rows={2} className="h-9" />}
      {query.error && !query.data && (
        <ErrorState
          message={formFailureText(query.error)}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      )}
      {query.data && grants.length === 0 && (
        <EmptyState icon={KeyRound} title={t('access.grants.none')} text={t('access.grants.noneText')} />
      )}
      {grants.length > 0 && <GrantTable grants={grants} onRemove={grant => void remove(grant)} />}
      {isAdding && <GrantDialog methods={methods} onClose={() => setAdding(false)} />}
    </Card>
  )
}

interface GrantTableProps {
  readonly grants: readonly MethodGrant[]
  readonly onRemove: (grant: MethodGrant) => void
}

function GrantTable({ grants, onRemove }: GrantTableProps) {
  const { t } = useTexts()
  return (
    <Table caption={t('access.grants.title')} inCard>
      <TableHead>
        <HeadCell>{t('access.columns.pubkey')}</HeadCell>
        <HeadCell>{t('access.grants.method')}</HeadCell>
        <HeadCell className="max-md:hidden">{t('access.grants.granted')}</HeadCell>
        <HeadCell className="w-11">
          <span className="sr-only">{t('access.grants.revoke')}</span>
        </HeadCell>
      </TableHead>
      <TableBody>
        {grants.map(grant => (
          <Row key={`${grant.pubkey} ${grant.method}`}>
            <Cell>
              <Person size="tiny" pubkey={grant.pubkey} />
            </Cell>
            <Cell>
              <code className="wrap-anywhere font-mono">{grant.method}</code>
              {!grant.is_in_force && <p className="text-caption text-warn">{t('access.grants.ended')}</p>}
            </Cell>
            <Cell className="max-md:hidden">
              <span className="whitespace-nowrap">{formatDateTime(grant.granted_at)}</span>
              <p>
                <Person pubkey={grant.granted_by} named={grant.granted_by_name} size="tiny" />
              </p>
            </Cell>
            <Cell>
              <IconButton
                icon={Trash2}
                label={t('access.grants.revokeOne', { method: grant.method, key: shortenMiddle(npubOf(grant.pubkey)) })}
                onClick={() => onRemove(grant)}
              />
            </Cell>
          </Row>
        ))}
      </TableBody>
    </Table>
  )
}

interface GrantDialogProps {
  readonly methods: readonly string[]
  readonly onClose: () => void
}

function GrantDialog({ methods, onClose }: GrantDialogProps) {
  const { t } = useTexts()
  const attempt = useAttempt()
  const [key, setKey] = useState('')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const { isBusy, act } = useClosing(onClose)
  const pubkey = readPubkey(key)

  async function grant(): Promise<void> {
    if (pubkey === null) return
    const body = { pubkey, methods: [...chosen] }
    await act(() =>
      attempt(() => api.call(grantMethods, { body }), {
        text: t('access.grants.done', { count: chosen.size }),
        undo: () => api.call(revokeMethods, { body }),
      }),
    )
  }
  return (
    <Dialog
      open
      onOpenChange={open => open || onClose()}
      title={t('access.grants.new')}
      description={t('access.grants.dialogText')}
      dirty={key !== '' || chosen.size > 0}
      busy={isBusy}
      actions={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button
            variant="primary"
            loading={isBusy}
            disabled={pubkey === null || chosen.size === 0}
            onClick={() => void grant()}
          >
            {t('access.grants.submit', { count: chosen.size })}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <TextField
          label={t('access.columns.pubkey')}
          description={t('access.grants.keyHint')}
          error={key.trim() !== '' && pubkey === null ? t('access.roles.keysWrong', { count: 1 }) : undefined}
          value={key}
          onValueChange={setKey}
        />
        <MethodChoices methods={methods} chosen={chosen} onChoose={setChosen} />
      </div>
    </Dialog>
  )
}

interface MethodChoicesProps {
  readonly methods: readonly string[]
  readonly chosen: ReadonlySet<string>
  readonly onChoose: (chosen: ReadonlySet<string>) => void
}

function MethodChoices({ methods, chosen, onChoose }: MethodChoicesProps) {
  const { t } = useTexts()
  const headId = useId()
  const toggle = (method: string, on: boolean) =>
    onChoose(new Set(on ? [...chosen, method] : [...chosen].filter(one => one !== method)))
  return (
    <fieldset aria-labelledby={headId} className="grid gap-x-4 gap-y-1 sm:grid-cols-2">
      <p id={headId} className="col-span-full font-semibold text-small">
        {t('access.grants.methods')}
      </p>
      {methods.map(method => (
        <Checkbox
          key={method}
          label={<code className="font-mono text-small">{method}</code>}
          checked={chosen.has(method)}
          onCheckedChange={on => toggle(method, on)}
        />
      ))}
    </fieldset>
  )
}
