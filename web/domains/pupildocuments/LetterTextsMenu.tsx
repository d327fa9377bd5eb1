import { Button, Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Bookmark, BookmarkPlus, ChevronDown, RefreshCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type LetterText, LetterTextForm, letterTextEndpoints } from '#contract/lettertexts/lettertexts.ts'
import { actionsAbout } from '#web/api/act-once.ts'
import { call } from '#web/api/client.ts'
import { queryFor, renewReplies } from '#web/api/queries.ts'
import { randomKey } from '#web/api/random-key.ts'
import { promptDialog } from '#web/shell/dialogs.tsx'
import { notify } from '#web/shell/notify.tsx'
import { MenuEntry } from '#web/ui/MenuEntry.tsx'

export interface WrittenLetter {
  subject: string
  body: string
  enclosures: string
}

const { act, actAndNotify } = actionsAbout('letter text', () => renewReplies([letterTextEndpoints.list]))

const send = (text: { name: string } & Pick<LetterText, 'subject' | 'body' | 'enclosures'>) =>
  call(letterTextEndpoints.add, { body: text, idempotencyKey: randomKey() })

/** What was there before comes back with „Rückgängig“. */
const tell = (message: string | undefined, before: LetterText) =>
  message &&
  notify(message, { about: `letter text ${before.name}`, undo: () => actAndNotify('text', () => send(before)) })

/** A name that is taken replaces that text. */
const askAndKeep = async (written: WrittenLetter, texts: readonly LetterText[]) => {
  const typed = await promptDialog({
    title: 'Text merken',
    message: 'Betreff, Text und Anlagen, für alle, die hier Briefe schreiben. Bitte ohne Namen von Personen.',
    label: 'Name des Textes',
    accept: 'Merken',
  })
  const name = typed?.trim()
  if (!name) return
  const before = texts.find((text) => text.name.toLowerCase() === name.toLowerCase())
  if (before) tell(await act('text', () => send({ ...written, name })), before)
  else await actAndNotify('text', () => send({ ...written, name }))
}

const isLike = (text: LetterText, { subject, body, enclosures }: WrittenLetter) =>
  text.subject === subject.trim() && text.body === body.trim() && (text.enclosures ?? '') === enclosures.trim()

interface LetterTextsMenuProps {
  written: WrittenLetter
  onTake: (text: WrittenLetter) => void
}

/** Texts that the school keeps for its letters: to be taken, kept, replaced and deleted. */
export const LetterTextsMenu = ({ written, onTake }: LetterTextsMenuProps) => {
  const texts = useQuery(queryFor(letterTextEndpoints.list, {}, { quiet: true })).data ?? []
  const [takenId, setTakenId] = useState<number>()
  const taken = texts.find(({ id }) => id === takenId)
  const isKept = texts.some((text) => isLike(text, written))
  const isWhole = LetterTextForm.omit({ name: true }).safeParse(written).success
  const take = (text: LetterText) => {
    setTakenId(text.id)
    onTake({ subject: text.subject, body: text.body, enclosures: text.enclosures ?? '' })
    const isEmpty = `${written.subject}${written.body}${written.enclosures}`.trim() === ''
    if (!(isEmpty || isKept))
      notify(`Der Text „${text.name}“ ist eingesetzt.`, { about: 'taken letter text', undo: () => onTake(written) })
  }
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<Bookmark size={20} aria-hidden />}
          rightSection={<ChevronDown size={16} aria-hidden />}
        >
          Gemerkte Texte
        </Button>
      </Menu.Target>
      <Menu.Dropdown className="sh-breaks" maw={340} mah={360} style={{ overflowY: 'auto' }}>
        {texts.length === 0 && <Menu.Label>Noch kein Text gemerkt</Menu.Label>}
        {texts.map((text) => (
          <Menu.Item key={text.id} onClick={() => take(text)}>
            {text.name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        {taken && !isKept && isWhole && (
          <MenuEntry
            icon={RefreshCw}
            onClick={async () => tell(await act('text', () => send({ ...written, name: taken.name })), taken)}
          >
            {`„${taken.name}“ durch diesen ersetzen`}
          </MenuEntry>
        )}
        {taken && (
          <MenuEntry
            icon={Trash2}
            onClick={async () =>
              tell(await act('text', () => call(letterTextEndpoints.remove, { params: { id: taken.id } })), taken)
            }
          >
            {`„${taken.name}“ löschen`}
          </MenuEntry>
        )}
        <Menu.Item
          leftSection={<BookmarkPlus size={20} aria-hidden />}
          disabled={isKept || !isWhole}
          onClick={() => void askAndKeep(written, texts)}
        >
          Diesen Text merken …
        </Menu.Item>
        {(isKept || !isWhole) && (
          <Menu.Label>{isKept ? 'Dieser Text ist schon gemerkt' : 'Erst Betreff und Text schreiben'}</Menu.Label>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
