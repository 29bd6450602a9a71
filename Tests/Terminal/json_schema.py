"""A validator for the part of JSON Schema (2020-12) that Schemas/events.schema.json uses. A keyword that it does not know is an error, so that a
schema cannot ask for something that is not checked."""

ANNOTATIONS = {"$schema", "$id", "title", "description", "$defs"}


class Invalid(Exception):
    """A value that a schema does not allow, or a schema that can't be read."""


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def is_integer(value):
    return is_number(value) and value == int(value)


TYPES = {"object": lambda value: isinstance(value, dict), "string": lambda value: isinstance(value, str),
         "boolean": lambda value: isinstance(value, bool), "number": is_number, "integer": is_integer}


def same(one, other):
    """Whether two values are equal as JSON: 1 is 1.0, but not true."""
    return isinstance(one, bool) == isinstance(other, bool) and one == other


def require(condition, path, message):
    if not condition:
        raise Invalid(f"{path or 'the object'}: {message}")


class Schema:
    def __init__(self, root):
        self.root = root

    def check(self, value):
        """Raises Invalid unless the schema allows the value."""
        self.evaluate(self.root, value, "")

    def resolve(self, reference):
        if not reference.startswith("#/"):
            raise Invalid(f"schema: a reference to elsewhere, {reference}")
        schema = self.root
        for name in reference[2:].split("/"):
            schema = schema[name]
        return schema

    def evaluate(self, schema, value, path):
        """Checks a value, and returns the names of the members that the schema describes."""
        seen = set()
        for keyword, argument in schema.items():
            if keyword in ANNOTATIONS or keyword == "unevaluatedProperties":
                continue
            if keyword == "$ref":
                seen |= self.evaluate(self.resolve(argument), value, path)
            elif keyword == "allOf":
                for part in argument:
                    seen |= self.evaluate(part, value, path)
            elif keyword == "oneOf":
                seen |= self.one_of(argument, value, path)
            elif keyword == "properties":
                for name in argument.keys() & (value.keys() if isinstance(value, dict) else set()):
                    self.evaluate(argument[name], value[name], f"{path}/{name}")
                    seen.add(name)
            else:
                self.assertion(keyword, argument, value, path)
        # After everything that describes members.
        if "unevaluatedProperties" in schema and isinstance(value, dict):
            if schema["unevaluatedProperties"] is not False:
                raise Invalid("schema: unevaluatedProperties is not false")
            require(value.keys() <= seen, path, f"{sorted(value.keys() - seen)} should not be there")
        return seen

    def one_of(self, schemas, value, path):
        fitting, reasons = [], []
        for schema in schemas:
            try:
                fitting.append(self.evaluate(schema, value, path))
            except Invalid as error:
                if str(error).startswith("schema:"):
                    raise
                reasons.append(f"{schema.get('$ref', '')}: {error}")
        require(len(fitting) == 1, path, f"{len(fitting)} of the alternatives fit; " + "; ".join(reasons))
        return fitting[0]

    @staticmethod
    def assertion(keyword, argument, value, path):
        if keyword == "type":
            if argument not in TYPES:
                raise Invalid(f"schema: unknown type {argument}")
            require(TYPES[argument](value), path, f"{value!r} is not of type {argument}")
        elif keyword == "const":
            require(same(value, argument), path, f"{value!r} is not {argument!r}")
        elif keyword == "enum":
            require(any(same(value, one) for one in argument), path, f"{value!r} is none of {argument}")
        elif keyword == "minimum":
            require(not is_number(value) or value >= argument, path, f"{value!r} is less than {argument}")
        elif keyword == "maximum":
            require(not is_number(value) or value <= argument, path, f"{value!r} is more than {argument}")
        elif keyword == "minLength":
            require(not isinstance(value, str) or len(value) >= argument, path, f"{value!r} is too short")
        elif keyword == "maxLength":
            require(not isinstance(value, str) or len(value) <= argument, path, f"a text of {len(str(value))} characters is too long")
        elif keyword == "required":
            missing = [name for name in argument if isinstance(value, dict) and name not in value]
            require(not missing, path, f"{missing} should be there")
        elif keyword == "dependentRequired":
            missing = [(name, other) for name, others in argument.items() for other in others
                       if isinstance(value, dict) and name in value and other not in value]
            require(not missing, path, f"a member without another: {missing}")
        else:
            raise Invalid(f"schema: unknown keyword {keyword}")
