import type { RegistrationList } from '#contract/registrations/registrations.list.ts'
import { STATUS_LABELS } from '#contract/registrations/registrations.status.ts'
import { TabPicker } from '#web/ui/TabPicker.tsx'
import { STATUS_ORDER } from './status-order.ts'

interface StatusPickerProps {
  counts: RegistrationList['counts'] | undefined
  chosen: string | undefined
  onChoose: (status: string | undefined) => void
}

/** One status or all, each with how many applications have it (domain §3.6). */
export const StatusPicker = ({ counts, chosen, onChoose }: StatusPickerProps) => {
  const all = counts && Object.values(counts).reduce((sum, count) => sum + count, 0)
  const options = [
    { value: undefined, label: 'Alle', count: all },
    ...STATUS_ORDER.map((value) => ({ value, label: STATUS_LABELS[value], count: counts?.[value] })),
  ]
  return <TabPicker<string | undefined> label="Status" options={options} chosen={chosen} onChoose={onChoose} />
}
