import { exportPeople } from '@hornets/contract/admin/accounts/people'
import { fileExport } from '../../file-export.ts'
import { t } from '../../i18n/texts.ts'
import { separatorOfCells } from '../../ui/text/format.ts'
import { type PeopleSearch, queryOf } from './people-search.ts'

const { save } = fileExport(exportPeople, () => t('people.exported'))

export const savePeople = (search: PeopleSearch) =>
  save({ ...queryOf(search), separator: separatorOfCells() }, 'people', 'csv')
