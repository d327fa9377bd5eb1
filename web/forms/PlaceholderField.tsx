import { Button } from '@mantine/core'

interface PlaceholderFieldProps {
  /** What stands in their place, by name. */
  meanings: Readonly<Record<string, string>>
  onInsert: (name: string) => void
}

/** The placeholders of a mail; a press puts one where the cursor stands. */
export const PlaceholderField = ({ meanings, onInsert }: PlaceholderFieldProps) => (
  <fieldset className="sh-fieldset sh-wrap sh-gap-2 sh-screen-only">
    <legend className="sh-fieldset sh-small sh-bold sh-below-1">Platzhalter einfügen</legend>
    {Object.entries(meanings).map(([name, meaning]) => (
      <Button
        key={name}
        variant="default"
        size="compact-md"
        title={meaning}
        aria-label={`${name} einfügen: ${meaning}`}
        onClick={() => onInsert(name)}
      >
        {`{${name}}`}
      </Button>
    ))}
  </fieldset>
)
