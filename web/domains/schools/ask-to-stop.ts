import { confirmDialog } from '#web/shell/dialogs.tsx'

const undecidedText = (count: number) =>
  count === 1 ? 'Eine Bewerbung ist noch nicht entschieden. ' : `${count} Bewerbungen sind noch nicht entschieden. `

/** Before the school takes no applications any more: what is left without a page (domain §1.1). */
export const askToStopRegistrations = async ({ isActive }: Record<string, unknown>, undecided: number) =>
  isActive !== false ||
  confirmDialog({
    title: 'Bewerbungen ausschalten',
    message: `${undecided > 0 ? undecidedText(undecided) : ''}Das Formular und die Seite „Bewerbungen“ gibt es dann nicht mehr. Gespeicherte Bewerbungen bleiben erhalten und sind wieder da, sobald Sie sie einschalten.`,
    accept: 'Ausschalten',
    type: 'attention',
    prefers: undecided > 0 ? 'dismiss' : 'accept',
  })
