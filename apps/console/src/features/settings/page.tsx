import type { Group } from '@hornets/contract/admin/settings'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { useDrafts } from '../../api/drafts/use-draft.ts'
import { useIsRole } from '../../api/session/use-may.ts'
import { groupTexts } from '../../i18n/contract-texts.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Accordion, AccordionItem } from '../../ui/content/accordion.tsx'
import { useUnsavedGuard } from '../../ui/drafts/use-unsaved-guard.ts'
import { Badge } from '../../ui/states/badge.tsx'
import { NotForRole } from '../../ui/states/not-for-role.tsx'
import { draftName } from './form/use-group-form.ts'
import { GroupPanel } from './group-panel.tsx'
import { offeredGroups } from './offered-groups.ts'
import { groupAt, isSettingsPath, pathOfGroup } from './settings-path.ts'
import { useFieldInLink } from './use-field-in-link.ts'
import { itemId, useOpenInView } from './use-open-in-view.ts'

export function SettingsPage() {
  const { t } = useTexts()
  const may = useIsRole('operator')
  return (
    <div className="grid max-w-600 content-start gap-4">
      <h1 className="font-semibold text-title">{t('shell.nav.settings')}</h1>
      {may ? <Groups /> : <NotForRole title={t('settings.notAllowed')} text={t('settings.notAllowedText')} />}
    </div>
  )
}

/** The groups; the open one is in the URL (SET-01 to SET-04). Opened forms keep their edits. */
function Groups() {
  const navigate = useNavigate()
  const open = useLocation({ select: ({ pathname }) => groupAt(pathname)?.name })
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  if (open && !opened.has(open)) setOpened(new Set([...opened, open]))
  useOpenInView(open)
  useFieldInLink(open)

  const [changes, setChanges] = useState<Readonly<Record<string, number>>>({})
  const countChanges = useCallback(
    (name: string, count: number) => setChanges(known => (known[name] === count ? known : { ...known, [name]: count })),
    [],
  )
  useUnsavedGuard(
    Object.values(changes).some(count => count > 0),
    { keeps: isSettingsPath, drafted: true },
  )
  const drafts = useDrafts()

  return (
    <Accordion
      open={open ? [open] : []}
      onOpenChange={([name]) => void navigate({ to: pathOfGroup(name), resetScroll: false })}
    >
      {offeredGroups().map(group => (
        <SettingsItem
          key={group.name}
          group={group}
          changes={changes[group.name] ?? 0}
          hasDraft={draftName(group) in drafts}
          keepMounted={opened.has(group.name)}
          onChanges={countChanges}
        />
      ))}
    </Accordion>
  )
}

interface SettingsItemProps {
  readonly group: Group
  readonly changes: number
  /** Edits of an earlier session are waiting. */
  readonly hasDraft: boolean
  readonly keepMounted: boolean
  readonly onChanges: (name: string, count: number) => void
}

function SettingsItem({ group, changes, hasDraft, keepMounted, onChanges }: SettingsItemProps) {
  const { t } = useTexts()
  const { title, description } = groupTexts(group)
  const onGroupChanges = useCallback((count: number) => onChanges(group.name, count), [group.name, onChanges])
  return (
    <AccordionItem
      value={group.name}
      id={itemId(group.name)}
      title={title}
      description={description}
      keepMounted={keepMounted}
      aside={
        <>
          {changes > 0 && <Badge kind="accent">{t('settings.changedShort', { count: changes })}</Badge>}
          {changes === 0 && hasDraft && <Badge kind="accent">{t('session.draft.waiting')}</Badge>}
        </>
      }
    >
      <GroupPanel group={group} onChanges={onGroupChanges} />
    </AccordionItem>
  )
}
