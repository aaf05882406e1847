// The fields of forms, each with its label.
import type { ComponentChildren } from "preact";
import { Trouble, useDoing } from "./doing";

interface FieldProps {
  label: string;
  value: string;
  onValue: (value: string) => void;
}

export function TextField({
  label,
  value,
  onValue,
  options,
  ...input
}: FieldProps & {
  // What may be chosen; anything else may be typed.
  options?: { id: string; values: readonly string[] };
  required?: boolean;
  pattern?: string;
  maxLength?: number;
  placeholder?: string;
  type?: "text" | "number" | "password";
  min?: number;
  max?: number;
}) {
  return (
    <>
      <label>
        {label}
        <input
          {...input}
          value={value}
          autocomplete={input.type === "password" ? "current-password" : "off"}
          list={options?.id}
          onInput={(event) => onValue(event.currentTarget.value)}
        />
      </label>
      {options && (
        <datalist id={options.id}>
          {options.values.map((option) => (
            <option key={option} value={option} />
          ))}
        </datalist>
      )}
    </>
  );
}

// Options that are their own texts.
export const optionsOf = (names: readonly string[]) => names.map((name) => [name, name] as const);

export function SelectField({
  label,
  value,
  onValue,
  options,
}: FieldProps & { options: readonly (readonly [value: string, text: string])[] }) {
  return (
    <label>
      {label}
      <select value={value} onChange={(event) => onValue(event.currentTarget.value)}>
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

export function CheckField({
  label,
  isOn,
  onChange,
}: {
  label: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}) {
  return (
    <label class="check">
      <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.currentTarget.checked)} />
      {label}
    </label>
  );
}

// Several of a list, which scrolls where it is long.
export function ChecksField({
  label,
  values,
  chosen,
  onChosen,
}: {
  label: string;
  values: readonly string[];
  chosen: readonly string[];
  onChosen: (chosen: string[]) => void;
}) {
  return (
    <fieldset class="checks">
      <legend>{label}</legend>
      <div>
        {values.map((value) => (
          <CheckField
            key={value}
            label={value}
            isOn={chosen.includes(value)}
            onChange={(isOn) => onChosen(isOn ? [...chosen, value] : chosen.filter((one) => one !== value))}
          />
        ))}
      </div>
    </fieldset>
  );
}

// Fields, and what is done with them when the form's button is pressed.
export function Form({
  label,
  onSubmit,
  children,
}: {
  label?: string;
  onSubmit: () => void;
  children: ComponentChildren;
}) {
  return (
    <form
      class="form"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}

// A form whose button asks the server for something. What that refuses is said below it.
export function ActionForm({
  action,
  onAction,
  isReady = true,
  children,
}: {
  // What the button does.
  action: string;
  onAction: () => Promise<unknown>;
  isReady?: boolean;
  children?: ComponentChildren;
}) {
  const [isDoing, trouble, run] = useDoing();
  return (
    <Form onSubmit={() => run(onAction)}>
      {children}
      <button type="submit" class="primary" disabled={isDoing || !isReady}>
        {action}
      </button>
      <Trouble text={trouble} />
    </Form>
  );
}
