import { childrenText } from '#contract/counted.ts'
import type { BackReply } from '#contract/pupils/pupils.change.ts'
import { PupilSheetsWidget } from '#web/domains/pupildocuments/PupilSheetsWidget.tsx'
import type { NoticeOptions } from '#web/shell/notice-options.ts'
import { notify } from '#web/shell/notify.tsx'

/** Sheets with the new links, because those that the families have are dead; the notice stays until it is closed. */
const newSheets = (ids: readonly number[]): NoticeOptions => ({
  isLasting: true,
  dialog: {
    text: ids.length === 1 ? 'Neuen Bogen drucken' : 'Neue Bögen drucken',
    render: (onGone) => <PupilSheetsWidget ids={ids} title={childrenText(ids.length)} onGone={onGone} />,
  },
})

/** Says that pupils are back, and offers new sheets for those whose parents' link is another one now. */
export const announceReturn = ({ message, renewed_links }: BackReply, options: NoticeOptions = {}) =>
  notify(message, { ...options, ...(renewed_links.length > 0 && newSheets(renewed_links)) })
