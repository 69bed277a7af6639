//! Schemas of types that are serialized as another type.

/// Gives a type the schema of the type as which it is serialized.
macro_rules! with_schema_of {
    ($type:ty, $serialized:ty) => {
        #[cfg(feature = "schema")]
        impl utoipa::PartialSchema for $type {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                <$serialized as utoipa::PartialSchema>::schema()
            }
        }

        #[cfg(feature = "schema")]
        impl utoipa::ToSchema for $type {
            fn name() -> std::borrow::Cow<'static, str> {
                stringify!($type).into()
            }

            fn schemas(schemas: &mut Vec<(String, utoipa::openapi::RefOr<utoipa::openapi::Schema>)>) {
                <$serialized as utoipa::ToSchema>::schemas(schemas);
            }
        }
    };
}
