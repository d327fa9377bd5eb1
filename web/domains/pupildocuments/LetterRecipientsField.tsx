import { Radio, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { previewOf, type SheetsChoice, sheetsPreviewQuery } from './sheets-form.ts'

interface LetterRecipientsFieldProps {
  choice: SheetsChoice
  ids: readonly number[]
  onChange: (change: Pick<SheetsChoice, 'only_without_mail'>) => void
}

/** To all households, or to those that no mail reaches, each with its number. */
export const LetterRecipientsField = ({ choice, ids, onChange }: LetterRecipientsFieldProps) => {
  const { data } = useQuery(sheetsPreviewQuery(previewOf({ ...choice, only_without_mail: true }, ids)))
  const numbered = (text: string, count: number | undefined) => (count === undefined ? text : `${text} (${count})`)
  return (
    <Radio.Group
      label="An wen?"
      value={choice.only_without_mail ? 'unreached' : 'all'}
      onChange={(value) => onChange({ only_without_mail: value === 'unreached' })}
    >
      <Stack gap="xs" mt="xs">
        <Radio value="all" label={numbered('Alle Haushalte', data && data.count + data.reached_by_mail)} />
        <Radio value="unreached" label={numbered('Nur Haushalte, die keine E-Mail erreicht', data?.count)} />
      </Stack>
    </Radio.Group>
  )
}
