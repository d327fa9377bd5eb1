import type { rolloverEndpoints } from '#contract/rollovers/rollovers.ts'
import type { Reply } from '#web/api/client.ts'

type Facts = Pick<Reply<typeof rolloverEndpoints.get>, 'report' | 'school_type' | 'undone_at'>
type Leaver = Facts['report']['pupils'][number]

export interface LeaverList {
  /** In the address. */
  key: 'uebergang' | 'abgaenge'
  title: string
  pupils: Leaver[]
}

const isGraduate = ({ proposed, exit_reason }: Leaver) => proposed === 'leave' && exit_reason === 'graduated'

/**
 * Who goes, to print (domain §3.4): who has finished a primary school goes on in the grade after its last one, „Übergang 7“;
 * everybody else is an Abgang. Lists nobody stands in are missing.
 */
export const leaverLists = ({ report, school_type, undone_at }: Facts): LeaverList[] => {
  const leavers = undone_at ? [] : report.pupils.filter(({ decision }) => decision === 'leave')
  const graduates = school_type === 'primary' ? leavers.filter(isGraduate) : []
  const next = Math.max(...graduates.map(({ from_grade }) => from_grade ?? 0)) + 1
  const lists: LeaverList[] = [
    { key: 'uebergang', title: `Übergang ${next}`, pupils: graduates },
    { key: 'abgaenge', title: 'Abgänge', pupils: leavers.filter((one) => !graduates.includes(one)) },
  ]
  return lists.filter(({ pupils }) => pupils.length > 0)
}
