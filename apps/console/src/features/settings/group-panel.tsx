import { type Group, xnostr } from '@hornets/contract/admin/settings'
import { useQuery } from '@tanstack/react-query'
import { formFailureText } from '../../api/calls/failure-text.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Loaded } from '../../ui/states/loaded.tsx'
import { useElapsed } from '../../ui/states/use-elapsed.ts'
import { FormSkeleton } from './form/form-skeleton.tsx'
import { GroupForm } from './form/group-form.tsx'
import type { GroupValues } from './form/group-values.ts'
import { HandleList } from './service/handle-list.tsx'
import { ServiceLine } from './service/service-line.tsx'
import { settingsGroupQuery } from './settings-group-query.ts'

/** Delay before values fill the form (SET-09, CONST-02): a flashing skeleton is distracting. */
const formFillDelayMs = 100

interface GroupPanelProps {
  readonly group: Group
  readonly onChanges: (changes: number) => void
}

export function GroupPanel({ group, onChanges }: GroupPanelProps) {
  const { t } = useTexts()
  const query = useQuery(settingsGroupQuery(group))
  return (
    <>
      <ServiceLine group={group} />
      <Loaded
        query={query}
        waiting={<FormSkeleton group={group} />}
        failed={t('settings.error')}
        failureOf={formFailureText}
      >
        {loaded => <FilledForm group={group} loaded={loaded} onChanges={onChanges} />}
      </Loaded>
      {group.name === xnostr.name && <HandleList />}
    </>
  )
}

function FilledForm(props: GroupPanelProps & { readonly loaded: GroupValues }) {
  return useElapsed(formFillDelayMs) ? <GroupForm {...props} /> : <FormSkeleton group={props.group} />
}
