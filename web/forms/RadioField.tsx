import { Radio, type RadioGroupProps, Stack } from '@mantine/core'
import type { ReactNode } from 'react'

interface RadioFieldProps<V extends string> extends Pick<RadioGroupProps, 'label' | 'description' | 'error'> {
  /** Where an error leads to: the first of the answers. */
  id?: string
  value: V
  onChange: (value: V) => void
  options: readonly { value: V; label: ReactNode; description?: ReactNode; disabled?: boolean }[]
  disabled?: boolean
}

/** A few answers under each other, of which one holds. */
export const RadioField = <V extends string>(props: RadioFieldProps<V>) => {
  const { id, onChange, options, disabled = false, ...group } = props
  return (
    // The message stands above the answers: below them a sticky row of buttons would cover it.
    <Radio.Group
      {...group}
      inputWrapperOrder={['label', 'description', 'error', 'input']}
      onChange={(value) => onChange(value as V)}
    >
      <Stack gap="xs" mt={4}>
        {options.map((option, index) => (
          <Radio key={option.value} {...(id && index === 0 ? { id } : {})} disabled={disabled} {...option} />
        ))}
      </Stack>
    </Radio.Group>
  )
}
