import { ROLE_LABELS, type Role } from '#contract/permissions.ts'
import { SUBJECT_WORDS } from '#contract/subject-words.ts'
import { VIEW_KIND_LABELS } from './viewlogs.kinds.ts'
import type { ViewEntry } from './viewlogs.ts'

/** The person who looked, by the name of that time. An account that was deleted since has none. */
export const viewerName = ({ user_id, user_name }: Pick<ViewEntry, 'user_id' | 'user_name'>) =>
  user_name ?? (user_id === null ? 'System' : 'Gelöschter Benutzer')

/** The role that the person had at that time, in German. */
export const viewerRole = ({ role }: Pick<ViewEntry, 'role'>) =>
  role === null ? undefined : (ROLE_LABELS[role as Role] ?? role)

/** „Als Datei ausgegeben: Excel“. */
export const viewText = ({ kind, what }: Pick<ViewEntry, 'kind' | 'what'>) =>
  what === null ? VIEW_KIND_LABELS[kind] : `${VIEW_KIND_LABELS[kind]}: ${what}`

type Subject = Pick<ViewEntry, 'subject' | 'subject_id' | 'subject_count' | 'subject_label'>

/** Somebody by name, otherwise by kind and number. */
export const recordText = (subject: ViewEntry['subject'], { id, label }: { id: number; label: string | null }) =>
  label ?? `${SUBJECT_WORDS[subject].one} Nr. ${id}`

/** The people whose data it was: a name, a number, or how many. */
export const subjectText = ({ subject, subject_id, subject_count, subject_label }: Subject) =>
  subject_id === null
    ? `${subject_count.toLocaleString('de-DE')} ${SUBJECT_WORDS[subject].several}`
    : recordText(subject, { id: subject_id, label: subject_label })
