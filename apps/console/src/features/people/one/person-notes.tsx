import { addPersonNote, noteChars, type PersonNote, removePersonNote } from '@hornets/contract/admin/accounts/people'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../../api/calls/api.ts'
import { failureText } from '../../../api/calls/failure-text.ts'
import { accountOf, readSession } from '../../../api/session/session.ts'
import { useIsRole } from '../../../api/session/use-may.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Person } from '../../../person/person.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { TextArea } from '../../../ui/forms/text-area.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { formatDateTime } from '../../../ui/text/format.ts'

interface PersonNotesProps {
  readonly pubkey: string
  readonly notes: readonly PersonNote[]
  readonly onChanged: () => void
}

export function PersonNotes({ pubkey, notes, onChanged }: PersonNotesProps) {
  const { t } = useTexts()
  const mayRemoveAll = useIsRole('owner')
  const own = accountOf(readSession())

  async function add(words: string): Promise<boolean> {
    try {
      await api.call(addPersonNote, { params: { pubkey }, body: { text: words } })
      onChanged()
      return true
    } catch (error) {
      toast.error(failureText(error))
      return false
    }
  }
  async function remove({ id, text: removed, by }: PersonNote): Promise<void> {
    try {
      await api.call(removePersonNote, { params: { pubkey, id: String(id) as never } })
      // Somebody else's note would come back as one's own.
      const undo = { label: t('people.one.undo'), onClick: () => void add(removed) }
      toast.success(t('people.one.noteRemoved'), by === own ? { action: undo } : {})
      onChanged()
    } catch (error) {
      toast.error(failureText(error))
    }
  }
  return (
    <div className="mt-2 grid gap-3 text-small">
      <NewNote onAdd={add} />
      {notes.length === 0 && <p className="text-muted">{t('people.one.noNotes')}</p>}
      <ul className="grid max-h-96 gap-2 overflow-y-auto">
        {notes.map(note => (
          <li key={note.id} className="flex items-start justify-between gap-2 border-line border-t pt-2">
            <div className="min-w-0">
              <p dir="auto" className="whitespace-pre-wrap break-words wrap-anywhere">
                {note.text}
              </p>
              <p className="flex flex-wrap items-center gap-x-2 text-caption text-muted">
                <Person pubkey={note.by} named={note.by_name} size="tiny" />
                <time dateTime={note.at}>{formatDateTime(note.at)}</time>
              </p>
            </div>
            {(note.by === own || mayRemoveAll) && (
              <IconButton
                size="small"
                icon={Trash2}
                label={t('people.one.removeNote')}
                onClick={() => void remove(note)}
              />
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

function NewNote({ onAdd }: { readonly onAdd: (text: string) => Promise<boolean> }) {
  const { t } = useTexts()
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  return (
    <form
      className="grid gap-2"
      onSubmit={event => {
        event.preventDefault()
        setBusy(true)
        void onAdd(text)
          .then(done => done && setText(''))
          .finally(() => setBusy(false))
      }}
    >
      <TextArea
        label={t('people.one.note')}
        value={text}
        onValueChange={value => setText(value.slice(0, noteChars))}
        rows={2}
      />
      <Button type="submit" size="small" loading={busy} disabled={text.trim() === ''} className="w-fit">
        {t('people.one.addNote')}
      </Button>
    </form>
  )
}
