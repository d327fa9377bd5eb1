import { compareTexts } from '#contract/text-order.ts'

interface NamedClass {
  description: string
  grade: number
  /** The highest grade of a mixed-age group, otherwise null. */
  grade_to: number | null
}

/** Domain §1.4: one letter → `5a`; else `5 Füchse`; mixed `1/2 Füchse`. */
export const classgradePlain = ({ description, grade, grade_to }: NamedClass) => {
  const grades = grade_to === null ? String(grade) : `${grade}/${grade_to}`
  return grade_to === null && /^\p{L}$/u.test(description) ? `${grades}${description}` : `${grades} ${description}`
}

interface SortableClass {
  id: number
  description: string
  schoolgrade: { grade: number }
}

/** The one order of classes: grade, description, id (domain §1.4); `CLASS_ORDER` is the same in SQL. */
export const compareClasses = (a: SortableClass, b: SortableClass) =>
  a.schoolgrade.grade - b.schoolgrade.grade || compareTexts(a.description, b.description) || a.id - b.id
