interface ClassName {
  description: string
  grade: number
  /** Up to this grade in a mixed-age group, else null. */
  grade_to: number | null
}

/** Domain §1.4: one letter → `5a`; else `5 Füchse`; mixed `1/2 Füchse`. */
export const classgradePlain = ({ description, grade, grade_to }: ClassName) => {
  const grades = grade_to === null ? String(grade) : `${grade}/${grade_to}`
  return grade_to === null && /^\p{L}$/u.test(description) ? `${grades}${description}` : `${grades} ${description}`
}
