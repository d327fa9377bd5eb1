import { Menu } from '@mantine/core'
import {
  CalendarPlus,
  Check,
  CircleDot,
  CircleHelp,
  CircleX,
  Clock,
  EllipsisVertical,
  FileCheck,
  FileQuestion,
  type LucideIcon,
  Pencil,
  ThumbsDown,
  ThumbsUp,
  Trash2,
  UserCheck,
} from 'lucide-react'
import type { Sicknote } from '#contract/sicknotes/sicknotes.ts'
import { MenuEntry } from '#web/ui/MenuEntry.tsx'
import { RowMenu } from '#web/ui/RowMenu.tsx'
import {
  cancelNote,
  changeCertificate,
  decideLeave,
  endNote,
  markSeen,
  setExcuse,
  takesExcuse,
} from './sicknote-actions.ts'
import { isNew, isStillUnexplained } from './sicknote-texts.ts'
import type { NoteRights } from './use-note-rights.ts'

interface SicknoteRowMenuProps {
  note: Sicknote
  rights: NoteRights
  today: string
  onChange: (note: Sicknote) => void
}

interface Action {
  text: string
  icon: LucideIcon
  run: () => unknown
  isNegative?: true
}

const changeActions = ({ note, rights, today, onChange }: SicknoteRowMenuProps): Action[] => {
  if (!rights.mayChange(note)) return []
  const { dateStart, dateEnd, partial } = note.value
  const isRunning = dateStart <= today && today <= dateEnd
  const run = () => onChange(note)
  const isPast = dateStart < today
  const lacksLessons = note.hints?.includes('lessons')
  return [
    ...(isRunning ? [{ text: 'Kind ist wieder da', icon: UserCheck, run: () => endNote(note, today) }] : []),
    ...(lacksLessons ? [{ text: 'Stunden eintragen …', icon: Clock, run }] : []),
    ...(isPast && partial && !lacksLessons ? [{ text: 'Stunden ändern …', icon: Clock, run }] : []),
    ...(isPast && !partial ? [{ text: 'Verlängern oder beenden …', icon: CalendarPlus, run }] : []),
    ...(isPast ? [] : [{ text: 'Ändern …', icon: Pencil, run }]),
  ]
}

const excuseActions = ({ note }: SicknoteRowMenuProps): Action[] => {
  const { excuse_state: state } = note
  if (!takesExcuse(note)) return []
  // A child that is missing is open already, in other words.
  const isOpen = state === 'open' || isStillUnexplained(note)
  const all = [
    { state: 'excused', text: 'Als entschuldigt markieren', icon: Check },
    { state: 'unexcused', text: 'Als unentschuldigt markieren', icon: CircleX },
    { state: 'open', text: 'Entschuldigung wieder offen', icon: CircleHelp },
  ] as const
  return all
    .filter((one) => (one.state === 'open' ? !isOpen : one.state !== state))
    .map((one) => ({ text: one.text, icon: one.icon, run: () => setExcuse([note], one.state) }))
}

const certificateActions = ({ note, rights }: SicknoteRowMenuProps): Action[] => {
  if (!rights.isManager || note.value.reason !== 'sick') return []
  const { certificate_requested_at: requested, certificate_seen_at: seen } = note
  return [
    ...(seen
      ? []
      : [
          {
            text: requested ? 'Attest nicht mehr verlangen' : 'Attest verlangen',
            icon: FileQuestion,
            run: () => changeCertificate(note, { requested: !requested }),
          },
        ]),
    {
      text: seen ? 'Attest doch nicht gesehen' : 'Attest gesehen',
      icon: FileCheck,
      run: () => changeCertificate(note, { seen: !seen }),
    },
  ]
}

const leaveActions = ({ note }: SicknoteRowMenuProps): Action[] => {
  const { leave } = note
  if (!leave?.may_decide) return []
  const all = [
    { decision: 'granted', text: 'Beurlaubung genehmigen', icon: ThumbsUp },
    { decision: 'refused', text: 'Beurlaubung ablehnen', icon: ThumbsDown },
  ] as const
  return all
    .filter((one) => one.decision !== leave.decision)
    .map((one) => ({ text: one.text, icon: one.icon, run: () => decideLeave(note, one.decision) }))
}

const seenActions = ({ note }: SicknoteRowMenuProps): Action[] => {
  if (note.is_own) return []
  return isNew(note)
    ? [{ text: 'Gesehen', icon: Check, run: () => markSeen([note]) }]
    : [{ text: 'Als neu kennzeichnen', icon: CircleDot, run: () => markSeen([note], false) }]
}

/** Related actions are grouped, with a line between the groups. */
const groupsOf = (props: SicknoteRowMenuProps): Action[][] =>
  [
    leaveActions(props),
    changeActions(props),
    [...seenActions(props), ...excuseActions(props)],
    certificateActions(props),
    props.rights.mayChange(props.note)
      ? [{ text: 'Löschen', icon: Trash2, isNegative: true, run: () => cancelNote(props.note) } satisfies Action]
      : [],
  ].filter((group) => group.length > 0)

const NoteActions = (props: SicknoteRowMenuProps) => (
  <>
    {/* The list has room for its first words only. */}
    {props.note.value.comment && (
      <Menu.Label className="sh-regular sh-ink sh-breaks">{props.note.value.comment}</Menu.Label>
    )}
    {groupsOf(props).map((group, index) => (
      <div key={group[0]?.text} role="none">
        {index > 0 && <Menu.Divider />}
        {group.map(({ text, run, ...look }) => (
          <MenuEntry key={text} {...look} onClick={() => void run()}>
            {text}
          </MenuEntry>
        ))}
      </div>
    ))}
  </>
)

/** All that can be done with one note. */
export const SicknoteRowMenu = ({
  className,
  label,
  ...props
}: SicknoteRowMenuProps & { className: string | undefined; label: string }) => (
  <RowMenu
    position="bottom-end"
    width={270}
    button={
      <button
        type="button"
        className={`sh-bare sh-inline ${className}`}
        style={{ width: 36, justifyContent: 'center' }}
        aria-label={label}
      >
        <EllipsisVertical size={20} aria-hidden />
      </button>
    }
  >
    <NoteActions {...props} />
  </RowMenu>
)
